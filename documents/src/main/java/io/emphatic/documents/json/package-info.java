/**
 * JSON documents for programs: {@link io.emphatic.documents.json.Json} writes them, of records and of
 * {@link io.emphatic.documents.json.JsonObject}s. What people write in JSON is read by
 * {@code io.emphatic.documents.source}.
 *
 * <p>Uses Jackson.
 */
package io.emphatic.documents.json;
