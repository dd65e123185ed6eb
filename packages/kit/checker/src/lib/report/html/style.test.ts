import { describe, expect, it } from 'vitest'
import { style } from './style.ts'

/** The colours of a theme: the first block is the light one, the second the dark one. */
const [light = new Map(), dark = new Map()] = [...style.matchAll(/:root \{([^}]*)\}/g)].map(
  ([, block = '']) =>
    new Map(
      [...block.matchAll(/--([a-z-]+): (#[0-9a-f]+)/g)].map(([, name = '', colour = '']) => [name, colour]),
    ),
)

/** Relative luminance (WCAG 2.2, definitions). */
const luminanceOf = (colour: string): number => {
  const digits = colour.length === 4 ? colour.slice(1).replaceAll(/./g, '$&$&') : colour.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastOf = (theme: ReadonlyMap<string, string>, one: string, other: string): number => {
  const [a = 0, b = 0] = [one, other].map((name) => luminanceOf(theme.get(name) ?? ''))
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const TEXTS: readonly [string, string][] = [
  ['text', 'page'],
  ['text', 'panel'],
  ['soft', 'page'],
  ['soft', 'panel'],
  ['good', 'good-panel'],
  ['bad', 'bad-panel'],
  ['gap', 'gap-panel'],
]

const SHAPES: readonly [string, string][] = [
  ['kept', 'page'],
  ['broken', 'page'],
  ['good', 'page'],
  ['gap', 'page'],
  ['focus', 'page'],
]

describe('style', () => {
  it.each(TEXTS)('lets %s be read on %s in both themes', (text, ground) => {
    expect(contrastOf(light, text, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(dark, text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(SHAPES)('sets %s off from %s in both themes', (shape, ground) => {
    expect(contrastOf(light, shape, ground)).toBeGreaterThanOrEqual(3)
    expect(contrastOf(dark, shape, ground)).toBeGreaterThanOrEqual(3)
  })

  it('uses no colour that it does not name', () => {
    const used = new Set([...style.matchAll(/var\(--([a-z-]+)\)/g)].map(([, name = '']) => name))
    expect([...used].filter((name) => !light.has(name) || !dark.has(name))).toStrictEqual([])
    expect(style.replaceAll(/:root \{[^}]*\}/g, '')).not.toMatch(/#[0-9a-f]{3,6}\b/)
  })
})
