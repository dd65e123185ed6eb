// As on an edge runtime: whenever the package itself asks for a global of Node, there is none.
for (const name of ['process', 'Buffer', 'global', 'require', 'setImmediate', 'clearImmediate']) {
  const value = globalThis[name]
  const get = () => (new Error().stack.split('\n')[2].includes('/@giftcards/client/') ? undefined : value)
  Object.defineProperty(globalThis, name, { get })
}

await import('./purchase.js')
