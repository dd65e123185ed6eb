const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/u
const RELATIVE = /^(?:0|[1-9]\d*)(?:[+-](?:0|[1-9]\d*))?(#|(?:\/(?:[^~/]|~[01])*)*)$/u

/** Whether a text is a JSON Pointer (RFC 6901, 3). */
export const isJsonPointer = (text: string): boolean => POINTER.test(text)

/** Whether a text is a relative JSON Pointer, with the index shift of its later drafts (draft-bhutton-relative-json-pointer-00). */
export const isRelativeJsonPointer = (text: string): boolean => RELATIVE.test(text)
