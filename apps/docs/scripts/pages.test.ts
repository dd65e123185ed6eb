import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe.each(['index.html', 'sandbox.html'])('dist/%s', (page) => {
  const html = readFileSync(join(import.meta.dirname, '../dist', page), 'utf8')

  it('loads nothing from the network', () => {
    const loads =
      /<(script|link|img|iframe|source)\b[^>]*\s(src|href)=["']?(https?:)?\/\/|url\(["']?https?:|@import\s+(url\()?["']?https?:/gi
    expect(html.match(loads) ?? []).toEqual([])
  })

  it('shows no logo from elsewhere', () => {
    expect(html).not.toMatch(/cdn\.redoc\.ly/)
  })

  it('tells the viewer to send nothing home', () => {
    expect(html).toContain('__redoc_options = {"disableTelemetry":true')
  })

  it('keeps the keys of the workshop out', () => {
    expect(html).not.toMatch(/"x-(source|request)":/)
  })
})
