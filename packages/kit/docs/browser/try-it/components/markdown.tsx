import { Marked, type Tokens } from 'marked'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const marked = new Marked({
  // Marked treats text after a tag such as `<code>` as already escaped HTML.
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

/** Returns the source of the first Markdown block, such as a paragraph, a list or a code block. */
export function readFirstBlock(text: string): string {
  return marked.lexer(text)[0]?.raw ?? ''
}

/** Renders Markdown of the document or the options as HTML. Do not pass text from users or servers. */
export function Markdown({ text }: { readonly text: string }) {
  if (text === '') return null
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: marked.parse(text, { async: false }) }} />
}
