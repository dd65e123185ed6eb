import { marked } from 'marked'

/** Markdown as HTML: the contract's and the page's own, built into it. No text of a reader or a service may come here. */
export function Markdown({ text }: { readonly text: string }) {
  if (text === '') return null
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: marked.parse(text, { async: false }) }} />
}
