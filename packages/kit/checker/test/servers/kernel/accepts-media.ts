/** Whether a media type is acceptable by an `Accept` header (RFC 9110 12.5.1): the most specific range decides. */
export const acceptsMedia = (accept: string | null, type: string): boolean => {
  if (accept === null || accept.trim() === '') return true
  const [main = ''] = type.split('/')
  const ranges = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { name, isWanted: Number(quality ?? 1) > 0 }
  })
  const ranked = [type, `${main}/*`, '*/*'].map((name) => ranges.find((range) => range.name === name))
  return ranked.find((range) => range !== undefined)?.isWanted ?? false
}
