package main

import (
	"encoding/hex"

	"github.com/google/go-tdx-guest/verify"
)

// judgeTdx accepts Intel's own root alone, which comes with the library. It judges no collateral: the library
// compares FMSPC by case, and Intel writes it in both.
func judgeTdx(given *evidence) error {
	raw, err := hex.DecodeString(given.Shown)
	if err != nil {
		return err
	}
	return verify.RawTdxQuote(raw, &verify.Options{Now: given.now()})
}
