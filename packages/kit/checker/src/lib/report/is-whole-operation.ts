/** Whether a pointer leads to an operation as a whole, of which the text explains nothing. */
export const isWholeOperation = (pointer: string): boolean => /^\/paths\/[^/]+(\/[a-z]+)?$/.test(pointer)
