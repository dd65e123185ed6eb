/** Formats a JSON Pointer into the contract as a readable label: `POST /v3/carts, responses 201` or `Cart.cartId`. */
export function toPointerLabel(pointer: string): string {
  const [root, kind = '', name = '', ...rest] = pointer
    .slice('#/'.length)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (root === 'paths') {
    if (kind === '') return 'every path'
    return [`${name.toUpperCase()} ${kind}`, rest.join(' ')].filter((part) => part !== '').join(', ')
  }
  return [name, ...rest.filter((token) => token !== 'properties')].join('.')
}
