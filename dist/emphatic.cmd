@echo off
rem For Windows, beside emphatic.jar and DuckDB's library: java 17 or newer is on the PATH. Nobody has tried it yet.
java -XX:+UseParallelGC -XX:MaxNewSize=128m -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 -jar "%~dp0emphatic.jar" %*
