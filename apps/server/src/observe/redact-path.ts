const hidden = '*'
/** Matches an id of the service: a UUID, or an integer far shorter than a card number. */
const idPattern = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,9})$/
/** A plain word such as `v3` or `drawdown-account`, even misspelled. */
const wordPattern = /^(v\d{1,2}(\.\d{1,2})?|[a-z][a-z.-]{0,31})$/

/**
 * Redacts a path for display. A segment that is neither a word nor an id becomes `*`, since it may be a coupon code,
 * a card number or a token. `template` is the template of the operation, if there is one. Its parameters are never
 * words.
 */
export function redactPath(path: string, template: string | undefined): string {
  const known = template?.split('/')
  return path
    .split('/')
    .map((segment, index) => (isFit(segment, known?.[index]) ? segment : hidden))
    .join('/')
}

function isFit(segment: string, known: string | undefined): boolean {
  if (segment === '' || segment === known) return true
  if (known === undefined) return idPattern.test(segment) || wordPattern.test(segment)
  return known.endsWith('Id}') && idPattern.test(segment)
}
