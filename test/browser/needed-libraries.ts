import { closeSync, openSync, readSync } from 'node:fs'

const dynamicSection = 6
const neededTag = 1n

/** The libraries that an ELF file for 64-bit Linux names as needed (ELF specification, dynamic section). */
export function neededLibraries(file: string): readonly string[] {
  const descriptor = openSync(file, 'r')
  const read = (offset: bigint, length: bigint): Buffer => {
    const bytes = Buffer.alloc(Number(length))
    readSync(descriptor, bytes, 0, bytes.length, Number(offset))
    return bytes
  }
  try {
    const header = read(0n, 64n)
    const size = header.readUInt16LE(0x3a)
    const table = read(header.readBigUInt64LE(0x28), BigInt(size * header.readUInt16LE(0x3c)))
    const sections = Array.from({ length: table.length / size }, (_, index) =>
      table.subarray(index * size, (index + 1) * size),
    )
    const contents = (section: Buffer): Buffer =>
      read(section.readBigUInt64LE(0x18), section.readBigUInt64LE(0x20))
    const dynamic = sections.find((section) => section.readUInt32LE(4) === dynamicSection)
    const names = sections[dynamic?.readUInt32LE(0x28) ?? -1]
    if (dynamic === undefined || names === undefined) throw new Error(`${file} names no libraries`)
    return namesIn(contents(dynamic), contents(names))
  } finally {
    closeSync(descriptor)
  }
}

/** An entry is a tag and a value, of 8 bytes each; the value of a needed library is where its name begins. */
function namesIn(dynamic: Buffer, names: Buffer): readonly string[] {
  return Array.from({ length: dynamic.length / 16 }, (_, index) => index * 16)
    .filter((at) => dynamic.readBigUInt64LE(at) === neededTag)
    .map((at) => Number(dynamic.readBigUInt64LE(at + 8)))
    .map((start) => names.toString('latin1', start, names.indexOf(0, start)))
}
