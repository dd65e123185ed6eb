/** A part of a document, walked by name without asking at each step what is there. */
export type Part = { readonly [name: string]: Part } & string
