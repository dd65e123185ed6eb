import { check } from 'prettier'
import { describe, expect, it } from 'vitest'
import { clientSample } from './client-sample.ts'
import { requestOf } from './tiny-document.fixture.ts'

describe('clientSample', () => {
  it('is a whole module with a logged-in client', async () => {
    expect(await clientSample(requestOf('addBook'))).toBe(
      `import { createPartnerClient } from '@giftcards/client'

const client = createPartnerClient({
  baseUrl: 'http://127.0.0.1:3000',
  appId: 'demo-app',
  credentials: {
    email: 'elite@example.com',
    password: 'correct-horse-battery',
  },
})

const book = await client.addBook({
  shelfId: 8,
  title: "Nobody's \`Book\` \${HOME}",
  pages: 120,
})
`,
    )
  })

  it('leaves out what has one value only', async () => {
    const source = await clientSample(requestOf('listBooks'))
    expect(source).toContain("const { books } = await client.listBooks({ shelfId: 7, sort: 'a b' })\n")
  })

  it('needs no credentials to open a session', async () => {
    const source = await clientSample(requestOf('open'))
    expect(source).not.toContain('credentials')
    expect(source).toContain('const session = await client.open()\n')
  })

  it('calls a control with the client of the controls', async () => {
    expect(await clientSample(requestOf('dropShelf'))).toBe(
      `import { createSandboxClient } from '@giftcards/client/sandbox'

const sandbox = createSandboxClient({ baseUrl: 'http://127.0.0.1:3000' })

const { shelf } = await sandbox.dropShelf({ shelfId: 7 })
`,
    )
  })

  it('is written as Prettier writes it', async () => {
    const style = { printWidth: 80, semi: false, singleQuote: true, parser: 'typescript' }
    expect(await check(await clientSample(requestOf('addBook')), style)).toBe(true)
  })
})
