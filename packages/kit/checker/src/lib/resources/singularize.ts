const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  mice: 'mouse',
  geese: 'goose',
  teeth: 'tooth',
  feet: 'foot',
  indices: 'index',
  vertices: 'vertex',
  matrices: 'matrix',
  appendices: 'appendix',
  criteria: 'criterion',
  analyses: 'analysis',
  diagnoses: 'diagnosis',
  crises: 'crisis',
  theses: 'thesis',
  synopses: 'synopsis',
  axes: 'axis',
  movies: 'movie',
  cookies: 'cookie',
  calories: 'calorie',
  ties: 'tie',
  pies: 'pie',
  leaves: 'leaf',
  knives: 'knife',
  wives: 'wife',
  lives: 'life',
  shelves: 'shelf',
  halves: 'half',
  wolves: 'wolf',
  loaves: 'loaf',
  thieves: 'thief',
  caches: 'cache',
  shoes: 'shoe',
  toes: 'toe',
  statuses: 'status',
  buses: 'bus',
  viruses: 'virus',
  bonuses: 'bonus',
  campuses: 'campus',
  aliases: 'alias',
  canvases: 'canvas',
  quizzes: 'quiz',
  gases: 'gas',
}

const UNCHANGED = new Set([
  'news',
  'series',
  'species',
  'data',
  'media',
  'lens',
  'always',
  'sms',
  'gps',
  'dns',
  'aws',
  'https',
  'tls',
])

/** The singular of an English noun in lower case: `categories` → `category`. What has no plural form is left alone. */
export const singularize = (noun: string): string => {
  const irregular = Object.hasOwn(IRREGULAR, noun) ? IRREGULAR[noun] : undefined
  if (irregular !== undefined) return irregular
  if (UNCHANGED.has(noun) || /(?:ss|us|is)$/.test(noun) || noun.length < 3) return noun
  if (/[^aeiou]ies$/.test(noun)) return `${noun.slice(0, -3)}y`
  if (/zzes$|sses$|shes$|ches$|xes$|[^aeiou]oes$/.test(noun)) return noun.slice(0, -2)
  return noun.endsWith('s') ? noun.slice(0, -1) : noun
}
