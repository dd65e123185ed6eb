const LARGEST_INT32 = 2 ** 31
const LARGEST_INT64 = 2 ** 63

/** Whether a number is a signed 32-bit integer (OpenAPI format registry, `int32`). */
export const isInt32 = (value: number): boolean =>
  Number.isInteger(value) && value >= -LARGEST_INT32 && value < LARGEST_INT32

/** Whether a number is a signed 64-bit integer; 2^63 itself too, as the largest one is read as that (format registry, `int64`). */
export const isInt64 = (value: number): boolean =>
  Number.isInteger(value) && value >= -LARGEST_INT64 && value <= LARGEST_INT64

/** Whether a number has a place among those of single precision; decimals round (format registry, `float`). */
export const isFloat = (value: number): boolean => Number.isFinite(Math.fround(value))

/** Whether a number has a place among those of double precision (format registry, `double`). */
export const isDouble = (value: number): boolean => Number.isFinite(value)
