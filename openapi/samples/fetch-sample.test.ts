import { describe, expect, it } from 'vitest'
import { fetchSample } from './fetch-sample.ts'
import { requestOf } from './tiny-document.fixture.ts'

describe('fetchSample', () => {
  it('takes the token from the header that issues it', async () => {
    expect(await fetchSample(requestOf('open'))).toBe(`const baseUrl = 'http://127.0.0.1:3000'

const response = await fetch(\`\${baseUrl}/session\`, {
  method: 'POST',
  headers: { 'x-cc-app': 'demo-app' },
})
if (!response.ok) throw new Error((await response.json()).message.join(', '))
const session = await response.json()
const token = response.headers.get('authorization')
`)
  })

  it('tells the token of a customer from that of the session', async () => {
    const source = await fetchSample(requestOf('enter'))
    expect(source).toContain('Authorization: `Bearer ${token}`')
    expect(source).toContain("const customerToken = response.headers.get('authorization')\n")
  })

  it('sends the example that the answer answers', async () => {
    expect(await fetchSample(requestOf('addBook'))).toBe(`const shelfId = 8

const response = await fetch(\`\${baseUrl}/shelves/\${shelfId}/books\`, {
  method: 'POST',
  headers: {
    'x-cc-app': 'demo-app',
    Authorization: \`Bearer \${token}\`,
    'Content-Type': 'application/json',
    'Idempotency-Key': 'purchase-42',
  },
  body: JSON.stringify({
    action: 'add',
    title: "Nobody's \`Book\` \${HOME}",
    pages: 120,
  }),
})
if (!response.ok) throw new Error((await response.json()).message.join(', '))
const book = await response.json()
`)
  })

  it('takes the one thing out of its wrapper', async () => {
    const source = await fetchSample(requestOf('listBooks'))
    expect(source).toContain('/books?kind=all&sort=a+b`')
    expect(source).toContain('const { books } = await response.json()\n')
  })

  it('needs no token for a control', async () => {
    expect(await fetchSample(requestOf('dropShelf'))).toBe(`const shelfId = 7

const response = await fetch(\`\${baseUrl}/__sandbox/shelves/\${shelfId}\`, {
  method: 'DELETE',
})
if (!response.ok) throw new Error((await response.json()).message.join(', '))
const { shelf } = await response.json()
`)
  })
})
