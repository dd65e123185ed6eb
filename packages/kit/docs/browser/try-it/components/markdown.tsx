import { Marked, type Tokens } from 'marked'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const marked = new Marked({
  // Marked takes what stands behind a tag such as `<code>` for HTML.
  walkTokens(token) {
    if (token.type === 'text') Object.assign(token, { escaped: false })
  },
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escape(text),
    image: ({ text }) => escape(text),
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens)
      return /^https?:/i.test(href) ? `<a href="${escape(href)}">${html}</a>` : html
    },
  },
})

/** The first paragraph, list or block of code of a Markdown text, as it is written. */
export function readFirstBlock(text: string): string {
  return marked.lexer(text)[0]?.raw ?? ''
}

/** Markdown of the document and of the options as HTML. No text of a reader or a server may come here. */
export function Markdown({ text }: { readonly text: string }) {
  if (text === '') return null
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: marked.parse(text, { async: false }) }} />
}
