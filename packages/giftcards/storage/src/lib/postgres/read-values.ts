import { types } from 'pg'

/** A stored number that JavaScript cannot hold exactly. It is better not answered than answered a cent off. */
export class UnsafeIntegerError extends Error {
  override readonly name = 'UnsafeIntegerError'
}

const int8: number = types.builtins.INT8

/** How values of the engine become values of the store: 64-bit integers as numbers, where that is exact. */
export const valueReaders: Pick<typeof types, 'getTypeParser'> = {
  getTypeParser(typeId: number, format?: 'text' | 'binary') {
    return typeId === int8 ? toNumber : types.getTypeParser(typeId, format)
  },
}

function toNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new UnsafeIntegerError('A stored number is too large to be exact')
  return value
}
