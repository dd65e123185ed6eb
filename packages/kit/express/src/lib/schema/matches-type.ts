/** True when a value is of a JSON Schema `type`, one or several; false when the schema names none. */
export function matchesType(value: unknown, type: unknown): boolean {
  const types: unknown[] = Array.isArray(type) ? type : [type]
  return types.some((one) => isOfType(value, one))
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return Number.isFinite(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return typeof value === type
  }
}
