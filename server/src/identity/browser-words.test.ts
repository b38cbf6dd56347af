import { expect, test } from 'vitest'
import { browserInWords } from './browser-words.ts'

const like = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${like} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${like} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
  [`${like} (X11; Linux x86_64) ${webkit} HeadlessChrome/141.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`${like} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [`${like} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15`, 'Safari on a Mac'],
  [`${like} (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1`, 'Safari on an iPhone'],
  [`${like} (iPhone; CPU iPhone OS 26_0 like Mac OS X) CriOS/141.0 Mobile/15E148 Safari/604.1`, 'Chrome on an iPhone'],
  [
    `${like} (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${like} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`, 'Firefox on Linux'],
  [`${like} (Windows NT 10.0; Win64; x64)`, 'A browser on Windows'],
  ['curl/8.0', 'An unknown browser'],
  ['', 'An unknown browser'],
])('%s is %s', (userAgent, words) => {
  expect(browserInWords(userAgent)).toBe(words)
})
