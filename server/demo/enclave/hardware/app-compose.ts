/** The measured description of the simulated workload (PROTOCOL.md §5.2). */
export function appCompose(variant: 'pinned' | 'other'): string {
  const dockerCompose = [
    'services:',
    '  gateway:',
    `    image: countersign/simulated-gateway@sha256:${(variant === 'pinned' ? 'a1' : 'a2').repeat(32)}`,
    '    environment:',
    '      - UPSTREAM=http://model:8000',
    '  model:',
    `    image: countersign/simulated-model@sha256:${'b1'.repeat(32)}`,
    '',
  ].join('\n')
  return JSON.stringify({
    manifest_version: 2,
    name: 'countersign-simulated-enclave',
    runner: 'docker-compose',
    docker_compose_file: dockerCompose,
    kms_enabled: true,
    gateway_enabled: false,
    local_key_provider_enabled: false,
    public_logs: false,
    public_sysinfo: false,
    allowed_envs: [],
  })
}
