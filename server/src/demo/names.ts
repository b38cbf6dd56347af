import type { Random } from './random.ts'

/** Where a family's names come from. A name in another script carries its Latin spelling after a bar, for e-mails. */
interface Names {
  readonly weight: number
  readonly female: readonly string[]
  readonly male: readonly string[]
  readonly surnames: readonly string[]
  /** First names that nobody gives to a child any more. */
  readonly grownUp?: Readonly<Record<Gender, readonly string[]>>
}

const list = (names: string) => names.split(', ')

const cultures: readonly Names[] = [
  {
    weight: 58,
    grownUp: {
      Female: list(
        'Alison, Claire, Dawn, Helen, Janet, Joanne, Karen, Kerry, Laura, Lisa, Nicola, Rachel, Rebecca, Sarah, Tracey, Victoria',
      ),
      Male: list(
        'Adrian, Andrew, Christopher, Craig, Darren, David, Gareth, Ian, Mark, Martin, Neil, Paul, Peter, Richard, Simon, Stephen',
      ),
    },
    female: list(
      'Amelia, Ava, Beatrice, Charlotte, Chloe, Daisy, Eleanor, Emily, Evie, Florence, Freya, Grace, Hannah, Harriet, Holly, Imogen, Isla, Jessica, Katie, Lily, Lucy, Martha, Matilda, Megan, Millie, Molly, Olivia, Phoebe, Poppy, Rosie, Ruby, Sophie, Willow, Zoë, Abigail, Alice, Anna, Anne-Marie',
    ),
    male: list(
      'Alexander, Alfie, Archie, Arthur, Benjamin, Charlie, Daniel, Dylan, Edward, Ethan, Finley, Freddie, George, Harry, Henry, Hugo, Isaac, Jack, Jacob, James, Joseph, Joshua, Leo, Lewis, Logan, Lucas, Mason, Max, Noah, Oliver, Oscar, Reuben, Samuel, Sebastian, Theo, Thomas, Toby, William, Zachary',
    ),
    surnames: list(
      "Ackroyd, Armitage, Atkinson, Bairstow, Barraclough, Bell, Booth, Bradley, Broadbent, Carter, Clayton, Cooper, Crossley, D'Arcy, Dawson, Dixon, Ellis, Fairburn, Fletcher, Foster, Garside, Greenwood, Haigh, Hargreaves, Hartley, Hinchliffe, Holroyd, Hughes, Illingworth, Jackson, Jagger, Kaye, Kershaw, Lockwood, Lumb, Marsden, Metcalfe, Midgley, Naylor, Oldroyd, Parkinson, Pickles, Priestley, Ramsden, Rhodes, Sharp, Sheard, Shepherd, Stead, Sutcliffe, Swift, Sykes, Thackray, Thornton, Varley, Wadsworth, Walker, Waterhouse, Whitaker, Wilkinson, Wood, Woodhead, Hartley-Jones, Smith-Armitage, Bell-Whitaker, D'Souza, de la Haye",
    ),
  },
  {
    weight: 9,
    female: list('Aoife, Bríd, Caoimhe, Ciara, Niamh, Orla, Róisín, Saoirse, Siobhán, Sinéad, Tara'),
    male: list('Seán, Conor, Cillian, Darragh, Eoin, Fionn, Liam, Oisín, Pádraig, Rónán, Tadhg'),
    surnames: list(
      "O'Brien, O'Connor, O'Neill, O'Sullivan, Byrne, Doyle, Gallagher, Kelly, McCarthy, Murphy, Ní Dhomhnaill, Ó Briain",
    ),
  },
  {
    weight: 7,
    female: list('Agnieszka, Aleksandra, Ewa, Julia, Kasia, Małgorzata, Maja, Oliwia, Zofia, Zuzanna'),
    male: list('Łukasz, Jakub, Kacper, Krzysztof, Marcin, Michał, Paweł, Szymon, Tomasz, Wojciech'),
    surnames: list('Wójcik, Kowalczyk, Lewandowski, Nowak, Dąbrowski, Wiśniewski, Zieliński, Szymański, Woźniak, Król'),
  },
  {
    weight: 10,
    female: list('Aisha, Amina, Anjali, Fatima, Harpreet, Jasmine, Khadija, Meera, Mariam, Priya, Simran, Zara'),
    male: list('Adeel, Amir, Arjun, Bilal, Gurpreet, Hamza, Ibrahim, Imran, Mohammed, Ravi, Rohan, Yusuf'),
    surnames: list(
      'Ahmed, Akhtar, Ali, Begum, Bhatti, Hussain, Iqbal, Kaur, Khan, Mahmood, Malik, Patel, Rahman, Shah, Sharma, Singh',
    ),
  },
  {
    weight: 6,
    female: list('Abena, Adaeze, Chiamaka, Efua, Folasade, Imani, Makena, Ngozi, Thandiwe, Zainab'),
    male: list('Chidi, Emeka, Kofi, Kwame, Musa, Olu, Sipho, Tendai, Tunde, Yaw'),
    surnames: list('Adeyemi, Asante, Balogun, Boateng, Chikwanha, Mensah, Moyo, Nkosi, Okafor, Okonkwo, Osei'),
  },
  {
    weight: 4,
    female: list('Anaïs, Beatriz, Chloé, Elena, Inês, María José, Noémie, Sofía, Zoé'),
    male: list('André, Diego, François, João, José, Loïc, Mateo, René, Tomás'),
    surnames: list('García-Núñez, Ferreira, Gonçalves, Lefèvre, Müller, Peña, Rossi, Sørensen, van der Berg'),
  },
  {
    weight: 2,
    female: list('Hương, Linh, Mai, Thảo, Mei, Xiu'),
    male: list('Đức, Minh, Quang, Wei, Jun, Hao'),
    surnames: list('Nguyễn, Trần, Phạm, Chen, Li, Wong'),
  },
  {
    weight: 1,
    female: list('花子|hanako, 美咲|misaki, さくら|sakura, 陽菜|hina'),
    male: list('太郎|taro, 健太|kenta, 大輔|daisuke, 蓮|ren'),
    surnames: list('山田|yamada, 佐藤|sato, 高橋|takahashi'),
  },
  {
    weight: 1,
    female: list('Анна|anna, Оксана|oksana, Соломія|solomiia, Ольга|olga'),
    male: list('Олександр|oleksandr, Дмитро|dmytro, Иван|ivan, Тарас|taras'),
    surnames: list('Шевченко|shevchenko, Коваленко|kovalenko, Нгуен|nguyen'),
  },
  {
    weight: 1,
    female: list('فاطمة|fatima, مريم|maryam, ليلى|layla'),
    male: list('محمد|muhammad, يوسف|yusuf, عمر|omar'),
    surnames: list('الأحمد|alahmad, حسن|hassan, خليل|khalil'),
  },
  {
    weight: 1,
    female: list('ਸਿਮਰਨ|simran, ਜਸਲੀਨ|jasleen, ਹਰਲੀਨ|harleen'),
    male: list('ਅਰਜਨ|arjan, ਗੁਰਪ੍ਰੀਤ|gurpreet, ਜਸਵਿੰਦਰ|jaswinder'),
    surnames: list('ਸਿੰਘ|singh, ਗਿੱਲ|gill, ਢਿੱਲੋਂ|dhillon'),
  },
]

export type Gender = 'Female' | 'Male'

export interface Name {
  readonly written: string
  /** In plain Latin letters. */
  readonly latin: string
}

export interface NameSource {
  readonly surname: Name
  readonly first: (gender: Gender, isChild: boolean) => Name
  readonly otherSurname: () => Name
}

/** The names one family draws from. No two people of a family get the same first name. */
export function familyNames(random: Random): NameSource {
  const culture = random.weighted(cultures.map(names => [names, names.weight] as const))
  const used = new Set<string>()
  const first = (gender: Gender, isChild: boolean) => {
    const young = gender === 'Female' ? culture.female : culture.male
    const pool = isChild ? young : (culture.grownUp?.[gender] ?? young)
    const free = pool.filter(name => !used.has(name))
    const chosen = random.pick(free.length > 0 ? free : pool)
    used.add(chosen)
    return named(chosen)
  }
  return {
    surname: named(random.pick(culture.surnames)),
    first,
    otherSurname: () => named(random.pick(culture.surnames)),
  }
}

function named(entry: string): Name {
  const [written = entry, latin = written] = entry.split('|')
  return { written, latin: plain(latin) }
}

// Letters that do not come apart into a base letter and an accent.
const letters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae' }

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[łøđßæ]/g, letter => letters[letter] ?? '')
    .replace(/[^a-z-]/g, '')
