import { wordsOf } from '../../resources/words-of.ts'

/** Words of names whose values a server sets, counts or hides by itself, even where the document forgets to say so. */
const OWNED = new Set([
  'created', 'updated', 'modified', 'changed', 'deleted', 'accessed', 'timestamp', 'version', 'revision', 'rev', 'etag', 'checksum', 'hash',
  'digest', 'password', 'passphrase', 'secret', 'token', 'pin', 'cvv', 'cvc', 'otp', 'nonce', 'captcha', 'total', 'subtotal',
  'balance', 'links', 'self', 'href', 'seq', 'sequence', 'views', 'hits',
]) // prettier-ignore

/** Names of what a server may set at first, whatever was sent: the course of things begins at its beginning. */
const INITIAL = new Set(['status', 'state', 'phase', 'stage', 'id', 'uuid', 'guid', 'slug'])

/** Places in an order, which follow from the places of others. */
const RANKS = new Set(['position', 'rank', 'order', 'index', 'sortorder', 'displayorder', 'ordinal'])

/** Whether a server may change a property by its own right; `isNew`: in something that is being created. */
export const isServerOwned = (name: string, isNew: boolean): boolean => {
  const words = wordsOf(name)
  return (
    words.some((word) => OWNED.has(word)) ||
    words.join('') === 'id' ||
    RANKS.has(words.join('')) ||
    (isNew && INITIAL.has(words.join('')))
  )
}
