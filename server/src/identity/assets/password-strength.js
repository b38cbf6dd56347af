/*
 * Says how strong a new password is while it's typed, and why not. The server decides when the form is sent
 * (passwords.ts), because it knows more words: clubs, and a larger dictionary. Without scripts nothing is shown.
 */
const assets = new URL('.', document.currentScript.src)
let guessing

for (const part of document.querySelectorAll('[data-strength-of]')) {
  const input = document.getElementById(part.dataset.strengthOf)
  input.addEventListener('focus', () => void guesser(), { once: true })
  input.addEventListener('input', () => void show(part, input))
  if (document.activeElement === input) void guesser()
}

async function show(part, input) {
  const weigh = await guesser()
  const password = input.value
  const [meter, words] = part.children
  part.hidden = password === ''
  if (part.hidden) return
  const { reasons, advice, least, shortest } = JSON.parse(part.dataset.words)
  const isShort = [...password].length < shortest
  const { score, feedback } = weigh.check(password.normalize('NFKC').slice(0, 40), wordsIn(input.form))
  const isGood = score >= least && !isShort
  meter.value = isGood ? score : Math.min(score, least - 1)
  if (isGood) words.textContent = score > least ? 'Strong' : 'Good'
  else
    words.textContent = isShort
      ? `Too short: ${shortest} characters or more`
      : `${reasons[feedback.warning] ?? reasons.other} ${advice}`
}

/** What else is in the form: name and email address. */
const wordsIn = form =>
  [...form.querySelectorAll('input:not([type="password"])')]
    .filter(({ name }) => name !== 'token' && name !== 'returnUrl')
    .flatMap(({ value }) => value.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
    .concat('honbu')

/** A quarter of a megabyte, which only those who choose a password need. */
function guesser() {
  guessing ??= load('zxcvbn-core.js')
    .then(() => load('zxcvbn-common.js'))
    .then(() => {
      const { core, 'language-common': common } = window.zxcvbnts
      return new core.ZxcvbnFactory({
        dictionary: common.dictionary,
        graphs: common.adjacencyGraphs,
        l33tMaxSubstitutions: 8,
      })
    })
  return guessing
}

const load = name =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = new URL(name, assets)
    script.onload = resolve
    script.onerror = reject
    document.head.append(script)
  })
