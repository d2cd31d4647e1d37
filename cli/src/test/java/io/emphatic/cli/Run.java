package io.emphatic.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One call of the command line, as tests see it. */
record Run(int code, String out, String err) {

    static Run emphatic(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Emphatic.run(new PrintWriter(out), new PrintWriter(err), arguments);
        return new Run(code, out.toString(), err.toString());
    }
}
