package main

import (
	"encoding/hex"
	"encoding/pem"
	"fmt"

	"github.com/google/go-sev-guest/abi"
	pb "github.com/google/go-sev-guest/proto/sevsnp"
	"github.com/google/go-sev-guest/verify"
)

// judgeSnp accepts AMD's own roots alone, which come with the library.
func judgeSnp(given *evidence) error {
	raw, err := hex.DecodeString(given.Shown)
	if err != nil {
		return err
	}
	report, err := abi.ReportToProto(raw)
	if err != nil {
		return err
	}
	var certificates [][]byte
	for rest := []byte(given.Chain); ; {
		var block *pem.Block
		block, rest = pem.Decode(rest)
		if block == nil {
			break
		}
		certificates = append(certificates, block.Bytes)
	}
	if len(certificates) != 3 {
		return fmt.Errorf("%d certificates in the place of 3", len(certificates))
	}
	chain := &pb.CertificateChain{
		VcekCert: certificates[0],
		AskCert:  certificates[1],
		ArkCert:  certificates[2],
	}
	products := map[string]pb.SevProduct_SevProductName{
		"Milan": pb.SevProduct_SEV_PRODUCT_MILAN,
		"Genoa": pb.SevProduct_SEV_PRODUCT_GENOA,
		"Turin": pb.SevProduct_SEV_PRODUCT_TURIN,
	}
	attestation := &pb.Attestation{
		Report:           report,
		CertificateChain: chain,
		Product:          &pb.SevProduct{Name: products[given.Product]},
	}
	return verify.SnpAttestation(attestation, &verify.Options{
		DisableCertFetching: true,
		Now:                 given.now(),
	})
}
