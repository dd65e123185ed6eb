/** The settings in `assets/server.js`, from the server that hosts the site. On any other host the file is empty. */
interface SiteServer {
  /**
   * Addresses of the servers that the pages mention, by name in the pages. An address is relative to the site, or contains
   * `{host}` for the host name of the page.
   */
  readonly addresses?: Readonly<Record<string, string>>
  /** The server's own pages, relative to the site. */
  readonly links?: readonly { readonly href: string; readonly label: string }[]
}

declare global {
  var siteServer: SiteServer | undefined
}

/** Returns a function that inserts the addresses of the server into a text. `site` is the root URL of the site. */
export function createFillIn(site: URL): (text: string) => string {
  const addresses = Object.entries(globalThis.siteServer?.addresses ?? {}).map(([name, address]) => {
    const { href } = new URL(address.replace('{host}', location.hostname), site)
    return {
      pattern: new RegExp(`${name.replaceAll('.', String.raw`\.`)}(?!\\d)`, 'g'),
      address: href.replace(/\/$/, ''),
    }
  })
  return (text) =>
    addresses.reduce((filled, { pattern, address }) => filled.replaceAll(pattern, () => address), text)
}

/** Inserts the addresses of the server into all texts and links below a node. */
export function fillInAddresses(root: Node, fillIn: (text: string) => string): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
    if (node instanceof Text && !(node.parentElement instanceof HTMLScriptElement)) set(node, 'data', fillIn)
    if (node instanceof HTMLTemplateElement) fillInAddresses(node.content, fillIn)
    if (node instanceof HTMLAnchorElement && node.protocol.startsWith('http')) set(node, 'href', fillIn)
  }
}

function set<Key extends string>(
  holder: Record<Key, string>,
  key: Key,
  change: (text: string) => string,
): void {
  const changed = change(holder[key])
  if (changed !== holder[key]) holder[key] = changed
}

/** Adds links to the server's own pages to the header and the menu. */
export function addServerLinks(site: URL): void {
  const links = globalThis.siteServer?.links ?? []
  if (links.length === 0) return
  const toLink = ({ href, label }: { readonly href: string; readonly label: string }): HTMLAnchorElement => {
    const link = document.createElement('a')
    link.href = new URL(href, site).href
    link.textContent = label
    if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page')
    return link
  }
  document.querySelector('.site-links')?.append(...links.map(toLink))
  const heading = document.createElement('h2')
  heading.textContent = 'This server'
  const list = document.createElement('ul')
  for (const link of links) {
    const item = document.createElement('li')
    item.append(toLink(link))
    list.append(item)
  }
  document.getElementById('site-navigation')?.append(heading, list)
}
