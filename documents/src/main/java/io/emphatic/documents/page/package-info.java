/**
 * Pages: one frame and one style sheet for all of them, and the parts they are made of. A page is one file that needs
 * no other and no network.
 *
 * <p>Read {@link io.emphatic.documents.page.Page} first, then {@link io.emphatic.documents.page.Parts}. Templates lie
 * in {@code src/main/jte}; whatever they insert is escaped, unless it is a part. Uses jte and the figures.
 */
package io.emphatic.documents.page;
