package main

import (
	"encoding/hex"
	"fmt"

	"github.com/sigstore/sigstore-go/pkg/bundle"
	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore-go/pkg/verify"
)

// judgeSigstore asks for a log entry, its time and a log of certificates, and for a workflow of the repository.
func judgeSigstore(given *evidence) error {
	trusted, err := root.NewTrustedRootFromJSON(given.TrustedRoot)
	if err != nil {
		return err
	}
	var signed bundle.Bundle
	if err := signed.UnmarshalJSON(given.Bundle); err != nil {
		return err
	}
	verifier, err := verify.NewVerifier(trusted,
		verify.WithSignedCertificateTimestamps(1),
		verify.WithTransparencyLog(1),
		verify.WithIntegratedTimestamps(1),
	)
	if err != nil {
		return err
	}
	digest, err := hex.DecodeString(given.Digest)
	if err != nil {
		return err
	}
	identity, err := verify.NewShortCertificateIdentity(
		"https://token.actions.githubusercontent.com", "",
		"", fmt.Sprintf(`^https://github\.com/%s/\.github/workflows/[^@]+@refs/tags/`, given.Repository))
	if err != nil {
		return err
	}
	_, err = verifier.Verify(&signed, verify.NewPolicy(
		verify.WithArtifactDigest("sha256", digest),
		verify.WithCertificateIdentity(identity),
	))
	return err
}
