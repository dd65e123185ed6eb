import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8')

/** The two colors of each token, light and dark. */
const colors = new Map(
  Array.from(
    tokens.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g),
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

const codes = ['keyword', 'string', 'number', 'name', 'comment'].map((part) => `code-${part}`)
const texts = ['text', 'soft', 'link', 'accent', 'warn'].concat(codes)
const pairs = ['light', 'dark'].flatMap((theme) => [
  ...['page', 'panel'].flatMap((ground) => texts.map((text) => [theme, text, ground] as const)),
  // Marks contain text, links and captions of diagrams.
  ...['text', 'soft', 'link'].map((text) => [theme, text, 'mark'] as const),
])

/** Returns the relative luminance of a color (WCAG 2.2, 1.4.3). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function colorOf(name: string, theme: string): string {
  const color = colors.get(name)
  if (color === undefined) throw new Error(`There is no color ${name}`)
  return theme === 'light' ? color.light : color.dark
}

describe('the colors of the site', () => {
  it('show texts with AA contrast in both themes', () => {
    const weak = pairs.filter(([theme, ...names]) => {
      const [one = 0, two = 0] = names
        .map((name) => luminance(colorOf(name, theme)))
        .toSorted((a, b) => b - a)
      return (one + 0.05) / (two + 0.05) < 4.5
    })
    expect(pairs).toHaveLength(46)
    expect(weak).toStrictEqual([])
  })
})
