/** Marks that write what follows from right to left, or embed it: a name with one is read as another. */
const directions = /[\u202A-\u202E\u2066-\u2069]/g

/** Anything that can be seen: no space, no format character, and none of the letters and signs that are drawn as nothing. */
const visible = /[^\s\p{C}\p{Z}\u115F\u1160\u3164\uFFA0\u2800]/u

/** A text without marks of direction; empty where nothing of it can be seen. */
export function visibleText(text: string): string {
  const plain = text.replace(directions, '')
  return visible.test(plain) ? plain : plain.replace(/[^\n\t]/g, '')
}
