import { code } from '@streamdown/code'
import { createMathPlugin } from '@streamdown/math'
import { createElement as h } from 'react'
import { Streamdown } from 'streamdown'
import { reactChat } from './react-chat.ts'

// Streamdown with Shiki and KaTeX, and its own buttons at code and tables.

const plugins = { code, math: createMathPlugin({ singleDollarTextMath: true }) }

reactChat((children, isAnimating) => h(Streamdown, { plugins, isAnimating, children }))
