import { describe, expect, it } from 'vitest'
import { toPage } from './page-layout.ts'

const page = toPage({
  path: 'guides/errors.html',
  title: 'Errors & codes',
  description: 'What "error" means',
  body: '<h1>Errors</h1>',
  headings: [
    { id: 'one', text: 'One <1>', level: 2 },
    { id: 'two', text: 'Two', level: 3 },
  ],
})

describe('toPage', () => {
  it('escapes title and description', () => {
    expect(page).toContain('<title>Errors &amp; codes · Gift Card Partner API</title>')
    expect(page).toContain('content="What &quot;error&quot; means"')
  })

  it('links to the rest of the site relatively', () => {
    expect(page).toContain('<a href="../rules.html">Rule catalogue</a>')
    expect(page).toContain('<a href="sandbox.html">Sandbox and magic values</a>')
    expect(page).toContain('<script src="../assets/site.js" defer></script>')
    expect(page).not.toMatch(/(?:href|src)="(?:\/|https?:)/)
  })

  it('marks itself in the navigation', () => {
    expect(page.match(/<a [^>]*aria-current="page"[^>]*>[^<]+/g)).toStrictEqual([
      '<a href="errors.html" aria-current="page">Errors and what to do',
    ])
  })

  it('lists its headings', () => {
    expect(page).toContain('<li class="level-2"><a href="#one">One &lt;1&gt;</a></li>')
  })

  it('leads to the pages before and after it', () => {
    expect(page).toMatch(/<a rel="prev" href="fulfilment-[a-z-]+\.html">← Fulfilment/)
    expect(page).toContain('<a rel="next" href="sandbox.html">Sandbox and magic values →</a>')
  })

  it('has no table of contents for a single heading', () => {
    const short = toPage({ path: 'x.html', title: '', description: '', body: '', headings: [] })
    expect(short).not.toContain('On this page')
    expect(short).not.toContain('Neighbouring')
  })
})
