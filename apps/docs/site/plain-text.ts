import type { Token, Tokens } from 'marked'

/** The words of Markdown tokens without their marks, for anchors and for search. Code blocks and comments have none. */
export function toPlainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('').replaceAll(/\s+/g, ' ').trim()
}

function textOf(token: Token): string {
  switch (token.type) {
    case 'code':
    case 'html':
      return ''
    case 'list':
      return (token as Tokens.List).items.map(({ tokens }) => `${toPlainText(tokens)} `).join('')
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows]
        .flat()
        .map(({ tokens }) => `${toPlainText(tokens)} `)
        .join('')
    }
    default:
      if ('tokens' in token && token.tokens !== undefined) {
        const isBlock = token.type === 'paragraph' || token.type === 'blockquote' || token.type === 'heading'
        return token.tokens.map(textOf).join('') + (isBlock ? ' ' : '')
      }
      return 'text' in token && typeof token.text === 'string' ? token.text : token.raw
  }
}
