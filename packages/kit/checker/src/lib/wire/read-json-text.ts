import type { Json } from '../schema/json.ts'

/** The value of a JSON text, or undefined where it is none. */
export const readJsonText = (text: string): { readonly value: Json } | undefined => {
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return undefined
  }
}
