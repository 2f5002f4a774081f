const operatorWords: Readonly<Record<string, string>> = {
  plus: '+',
  minus: '-',
  times: '*',
  x: '*',
  'divided by': '/',
}

/** A sum that is asked for, or that is the whole text; at most 200 characters of it. */
const sumPattern =
  /(?:^|\b(?:what(?:’s|'s| is)|how much is|calculate|compute|solve|evaluate)\s+)([-(\d][-+*/×÷^().\d\s]{0,199})(?=$|[=?!,;])/i

/** `What is 12 * (3 + 4)?` → `12 * (3 + 4) = 84`; null when the text asks for no sum. */
export function solveArithmetic(text: string): string | null {
  const symbols = text.replaceAll(
    /(?<=[\d)])\s*(plus|minus|times|x|divided by)\s*(?=[-(\d])/gi,
    (_, word: string) => ` ${operatorWords[word.toLowerCase()] ?? word} `,
  )
  const sum = sumPattern.exec(symbols)?.[1]?.replace(/[\s.]+$/, '') ?? ''
  const isDate = /^\d{4}-\d\d-\d\d$/.test(sum)
  if (isDate || !/[\d)]\s*[-+*/×÷^]/.test(sum)) return null
  const value = evaluate(sum)
  if (value === null) return null
  return Number.isFinite(value)
    ? `${sum} = ${Number(value.toPrecision(12))}`
    : `${sum} has no finite value`
}

/** Null for what is not a sum, such as `3 + * 4`. */
function evaluate(sum: string): number | null {
  const plain = sum.replaceAll('×', '*').replaceAll('÷', '/').replaceAll(/\s+/g, ' ')
  const tokens = plain.match(/\d+(?:\.\d+)?|\S/g) ?? []
  let place = 0
  const take = (...wanted: readonly string[]) => {
    const token = tokens[place]
    if (token === undefined || !wanted.includes(token)) return null
    place += 1
    return token
  }

  function terms(): number {
    let value = factors()
    for (let sign = take('+', '-'); sign !== null; sign = take('+', '-')) {
      const next = factors()
      value = sign === '+' ? value + next : value - next
    }
    return value
  }
  function factors(): number {
    let value = signed()
    for (let sign = take('*', '/'); sign !== null; sign = take('*', '/')) {
      const next = signed()
      value = sign === '*' ? value * next : value / next
    }
    return value
  }
  function signed(): number {
    if (take('-') !== null) return -signed()
    const base = atom()
    return take('^') === null ? base : base ** signed()
  }
  function atom(): number {
    if (take('(') !== null) {
      const value = terms()
      return take(')') === null ? Number.NaN : value
    }
    const token = tokens[place] ?? ''
    place += 1
    return /^\d/.test(token) ? Number(token) : Number.NaN
  }

  const value = terms()
  return place < tokens.length || Number.isNaN(value) ? null : value
}
