// Judges evidence with the published Go libraries. In: JSON lines of cases. Out: for each, a line with
// what the library objects to, or an empty text.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

type evidence struct {
	Kind string `json:"kind"`
	// Unix seconds.
	At int64 `json:"at"`
	// Hex digits of a report or a quote.
	Shown string `json:"shown"`
	// PEM: VCEK, ASK and ARK.
	Chain string `json:"chain"`
	// AMD's name of the processor.
	Product string `json:"product"`
	// A bundle and a trusted root of Sigstore's.
	Bundle      json.RawMessage `json:"bundle"`
	TrustedRoot json.RawMessage `json:"trusted_root"`
	// SHA-256 of what was signed, and whose workflow signed it.
	Digest     string `json:"digest"`
	Repository string `json:"repository"`
}

func (e *evidence) now() time.Time { return time.Unix(e.At, 0) }

func judge(line []byte) error {
	var given evidence
	if err := json.Unmarshal(line, &given); err != nil {
		return err
	}
	switch given.Kind {
	case "snp":
		return judgeSnp(&given)
	case "tdx":
		return judgeTdx(&given)
	case "sigstore":
		return judgeSigstore(&given)
	}
	return fmt.Errorf("there is no kind %q", given.Kind)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		objection := ""
		if err := judge(lines.Bytes()); err != nil {
			objection = err.Error()
		}
		said, _ := json.Marshal(objection)
		fmt.Println(string(said))
	}
}
