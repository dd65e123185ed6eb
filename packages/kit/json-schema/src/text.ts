/** Patterns, formats and names. */
export { knowFormat, type CustomFormat, type KnownFormat } from './text/custom-formats.ts'
export { escapePattern, findExpression } from './text/expressions.ts'
export { kindOfFormat } from './text/formats.ts'
export { matchesPattern } from './text/match-pattern.ts'
export { nearestOf, suggest } from './text/nearest-name.ts'
