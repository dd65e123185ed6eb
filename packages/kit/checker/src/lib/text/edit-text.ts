import type { Numbers } from './readable-characters.ts'

const CHARACTERS = ['a', 'A', '0', '-', '_', 'x', '9', '!']

const edits: readonly ((
  characters: readonly string[],
  at: number,
  character: string,
) => readonly string[])[] = [
  (characters, _, character) => [...characters, character],
  (characters, _, character) => [character, ...characters],
  (characters, at) => characters.toSpliced(at, 1),
  (characters, at, character) => (characters.length === 0 ? [character] : characters.with(at, character)),
  (characters, at, character) => characters.toSpliced(at, 0, character),
  (characters, at) => characters.with(at, swapCase(characters[at] ?? '')),
]

const swapCase = (character: string): string => {
  const upper = character.toUpperCase()
  return upper === character ? character.toLowerCase() : upper
}

/** A text that differs from another in one character: one more, one less or another one. An empty text stays or grows. */
export const editText = (text: string, numbers: Numbers): string => {
  const characters = Array.from(text)
  const kind = numbers.nextInt(0, characters.length === 0 ? 1 : edits.length - 1)
  const at = numbers.nextInt(0, Math.max(0, characters.length - 1))
  const character = CHARACTERS[numbers.nextInt(0, CHARACTERS.length - 1)] ?? 'a'
  return (edits[kind]?.(characters, at, character) ?? characters).join('')
}
