/** Signs that are written as commands, by the names of those. */
export const formulaSigns: ReadonlyMap<string, string> = new Map([
  ...'sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln lg exp det dim ker deg gcd hom arg max min sup inf lim limsup liminf Pr'
    .split(' ')
    .map((name) => [name, name] as const),
  ...[
    'alpha α  beta β  gamma γ  delta δ  epsilon ϵ  varepsilon ε  zeta ζ  eta η  theta θ',
    'vartheta ϑ  iota ι  kappa κ  lambda λ  mu μ  nu ν  xi ξ  omicron ο  pi π  varpi ϖ',
    'rho ρ  varrho ϱ  sigma σ  varsigma ς  tau τ  upsilon υ  phi ϕ  varphi φ  chi χ',
    'psi ψ  omega ω  Gamma Γ  Delta Δ  Theta Θ  Lambda Λ  Xi Ξ  Pi Π  Sigma Σ  Upsilon Υ',
    'Phi Φ  Psi Ψ  Omega Ω  cdot ⋅  times ×  div ÷  pm ±  mp ∓  leq ≤  le ≤  geq ≥  ge ≥',
    'll ≪  gg ≫  approx ≈  equiv ≡  sim ∼  simeq ≃  cong ≅  propto ∝  infty ∞  partial ∂',
    'nabla ∇  sum ∑  prod ∏  coprod ∐  int ∫  iint ∬  iiint ∭  oint ∮  bigcup ⋃',
    'bigcap ⋂  bigoplus ⨁  bigotimes ⨂  bigvee ⋁  bigwedge ⋀  to →  rightarrow →',
    'leftarrow ←  gets ←  leftrightarrow ↔  Rightarrow ⇒  Leftarrow ⇐  Leftrightarrow ⇔',
    'longrightarrow ⟶  Longrightarrow ⟹  implies ⟹  iff ⟺  mapsto ↦  uparrow ↑',
    'downarrow ↓  in ∈  ni ∋  subset ⊂  subseteq ⊆  supset ⊃  supseteq ⊇  cup ∪  cap ∩',
    'setminus ∖  emptyset ∅  varnothing ∅  forall ∀  exists ∃  nexists ∄  neg ¬  lnot ¬',
    'land ∧  wedge ∧  lor ∨  vee ∨  oplus ⊕  otimes ⊗  circ ∘  bullet ∙  star ⋆  ast ∗',
    'dagger †  perp ⊥  parallel ‖  mid |  angle ∠  triangle △  ldots …  cdots …  dots …',
    'vdots ⋮  ddots ⋱  hbar ℏ  ell ℓ  Re ℜ  Im ℑ  aleph ℵ  prime ′  langle ⟨  rangle ⟩',
    'lfloor ⌊  rfloor ⌋  lceil ⌈  rceil ⌉  lbrace {  rbrace }  lvert |  rvert |  vert |',
    'Vert ‖  lVert ‖  rVert ‖  backslash \\  therefore ∴  because ∵  top ⊤  bot ⊥',
    'models ⊨  vdash ⊢  asymp ≍  doteq ≐  prec ≺  succ ≻  preceq ⪯  succeq ⪰',
    'trianglerighteq ⊵  hookrightarrow ↪  rightharpoonup ⇀  rightleftharpoons ⇌  nmid ∤',
    'cdotp ⋅  diamond ⋄  lesssim ≲  gtrsim ≳  leqslant ⩽  geqslant ⩾  triangleq ≜  ne ≠',
    'neq ≠  notin ∉  lt <  gt >  colon :  bmod mod  { {  } }  | ‖  % %  # #  & &  _ _',
    '$ $',
  ].flatMap((line) => line.split('  ').map((pair) => pair.split(' ') as [string, string])),
])
