/** The bytes that a browser loads of the client at most: everything it imports, minified and compressed (gzip). */
export const sizeBudget = 5 * 1024
