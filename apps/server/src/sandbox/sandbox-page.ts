import type { OwnPage } from '../site-frame.ts'

/** The built page of `@giftcards/sandbox` as it stands in the frame of the docs, which brings title, icon and theme. */
export function sandboxPage(html: string): OwnPage {
  const [, head = ''] = /<head>([^]*)<\/head>/.exec(html) ?? []
  const [, content = ''] = /<body>([^]*)<\/body>/.exec(html) ?? []
  return {
    title: 'Sandbox',
    description: 'Watch and steer the sandbox: clock, stock, carts, orders, balances, requests.',
    head: head.replaceAll(/<meta [^>]*>|<title>[^<]*<\/title>|<link rel="icon"[^>]*>/g, '').trim(),
    content,
  }
}
