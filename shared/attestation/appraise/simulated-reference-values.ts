const platforms = [
  {
    mrtd: 'c83e3ce19e9e1b20c282be6ff5f4782290e40ce9bc7fa65b93db4e2089bd999a7121ca710b972922beca89e233fc7e9e',
    rtmr0:
      '477e54580d504f8d92b962274a2572abdfa757c11cb3422c42aeaf07723d06eaaa20248f278f002992762e32a86eccd9',
    rtmr1:
      '9707ad119d8524cfb97c428522547603ec43a3a3e0417d41d3d51268f7f0db2bea1450393c381dfeaf16f4c806814950',
    rtmr2:
      'db75798c8cd469c7c0436a27cb7f01429609b1e351123e68852e0beed4efdd80a22a6d84fb6068bad95973202d3218a9',
  },
]

const compose_hashes = ['b5913e702ddcd97f65c186140fce6f3a246dc4b1c2788539db75c395a5553697']

/**
 * What the simulated enclave measures to, and the simulated host of a model behind it. It proves nothing about
 * hardware: whoever accepts it, in development, wants the checks to run.
 */
export const simulatedReferenceValues = {
  compose_hashes,
  direct_compose_hashes: compose_hashes,
  app_ids: ['a89ced6996a763bcadde456e8b3daa12dbd9ee28'],
  kms_roots: ['0362d05e601ff985c6130c7ec1b9c48cd9139420ab8040c162e3d940f16da9c571'],
  platforms,
  os_image_hashes: ['48b87b6d90ba8275fdb5bf8707a9af58521bc6cf9c98ca4556af503c73fa5c8a'],
  model_hosts: { compose_hashes, platforms },
}
