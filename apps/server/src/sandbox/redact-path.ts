const hidden = '*'
/** What an id of the service looks like: a UUID, or an integer far shorter than a card number. */
const idPattern = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,9})$/
/** A plain word, as in `v3`, `drawdown-account` or a misspelling of them. */
const wordPattern = /^(v\d{1,2}(\.\d{1,2})?|[a-z][a-z.-]{0,31})$/

/**
 * A path fit to be shown: what is neither a word nor an id is `*`, since a coupon code, a card number or a token may
 * stand there. `template` is that of the operation, where there is one: its parameters are never words.
 */
export function redactPath(path: string, template: string | undefined): string {
  const known = template?.split('/')
  return path
    .split('/')
    .map((segment, index) => (isFit(segment, known?.[index]) ? segment : hidden))
    .join('/')
}

function isFit(segment: string, known: string | undefined): boolean {
  if (segment === '' || segment === known || idPattern.test(segment)) return true
  return known === undefined && wordPattern.test(segment)
}
