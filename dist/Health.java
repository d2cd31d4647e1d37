import java.net.HttpURLConnection;
import java.net.URL;

/** Ends with 0 if the service of this container answers: {@code Health [PORT]}. */
final class Health {
    public static void main(String[] arguments) throws Exception {
        String port = arguments.length > 0 ? arguments[0] : "8600";
        HttpURLConnection request = (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/health").openConnection();
        request.setConnectTimeout(2_000);
        request.setReadTimeout(2_000);
        System.exit(request.getResponseCode() == 200 ? 0 : 1);
    }
}
