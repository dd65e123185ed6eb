const root = process.argv[2]
const { contractRouter, exampleHandlers } = await import(root + '/packages/kit/express/src/index.ts')
const { default: express } = await import(root + '/node_modules/express/index.js')
const { readFileSync } = await import('node:fs')
const http = await import('node:http')
const document = JSON.parse(readFileSync(process.argv[3], 'utf8'))
let t = process.cpuUsage()
const router = await contractRouter({ document, handlers: exampleHandlers(document), onUnsupported: (o, e) => console.log(o.operationId, e.message), onNote: console.log })
let u = process.cpuUsage(t)
console.log('start', Math.round((u.user + u.system) / 1000), 'ms CPU')
const server = http.createServer(express().use(router)).listen(0)
await new Promise((r) => server.once('listening', r))
const { port } = server.address()
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
const send = (method, path, body, headers = {}) => new Promise((resolve) => {
  const data = body === undefined ? undefined : JSON.stringify(body)
  const q = http.request({ port, method, path, agent, headers: { ...headers, ...(data ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) } : {}) } }, (r) => { let n = ''; r.on('data', (c) => n += c); r.on('end', () => resolve([r.statusCode, n])) })
  q.end(data)
})
export { send, document, server }
const reqs = []
for (const [path, item] of Object.entries(document.paths)) for (const [method, op] of Object.entries(item)) {
  if (!['get','post','put','delete'].includes(method)) continue
  const content = op.requestBody?.content?.['application/json']
  const ex = content?.example ?? Object.values(content?.examples ?? {})[0]?.value
  const base = new URL(document.servers[0].url, 'http://x').pathname.replace(/\/$/, '')
  const headers = { authorization: 'Bearer abc', 'x-app-id': 'a' }
  for (const p of [...(item.parameters ?? []), ...(op.parameters ?? [])].map((p) => p.$ref ? p.$ref.slice(2).split('/').reduce((d, k) => d[k], document) : p)) if (p.in === 'header' && p.required) headers[p.name.toLowerCase()] ??= String(p.example ?? Object.values(p.examples ?? {})[0]?.value ?? 'abcdef0123456789abcdef')
  reqs.push([method.toUpperCase(), base + path.replaceAll(/\{[^}]+\}/g, '123456'), ex, headers])
}
const statuses = {}
for (const r of reqs) { const [s, text] = await send(...r); statuses[s] = (statuses[s] ?? 0) + 1; if (s !== 200 && s !== 201 && process.argv[4]) console.log(r[0], r[1], s, text.slice(0, 200)) }
console.log(reqs.length, JSON.stringify(statuses))
const run = async (n) => { const w = Array.from({ length: 8 }, async (_, k) => { for (let i = k; i < n; i += 8) await send(...reqs[i % reqs.length]) }); await Promise.all(w) }
await run(3000)
const results = []
for (let i = 0; i < 5; i++) { t = process.cpuUsage(); await run(3000); u = process.cpuUsage(t); results.push((u.user + u.system) / 3000) }
console.log('µs CPU a request', Math.min(...results).toFixed(0), results.map((x) => x.toFixed(0)).join())
server.closeAllConnections(); server.close(); agent.destroy()
