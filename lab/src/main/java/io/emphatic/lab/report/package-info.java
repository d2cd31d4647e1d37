/** What a study found, as a page one would send to a colleague. */
package io.emphatic.lab.report;
