// Fetches pages as bench/http/fetch-way.ts does, with Go's own client.
//
// Usage: http-peer NAME ORIGIN REQUESTS AT_ONCE PATHS_FILE
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

func cpuMs() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}

func main() {
	origin := os.Args[2]
	requests, _ := strconv.Atoi(os.Args[3])
	atOnce, _ := strconv.Atoi(os.Args[4])
	text, err := os.ReadFile(os.Args[5])
	if err != nil {
		panic(err)
	}
	paths := strings.Split(strings.TrimSpace(string(text)), "\n")
	roots := x509.NewCertPool()
	if file := os.Getenv("NODE_EXTRA_CA_CERTS"); file != "" {
		certificates, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		roots.AppendCertsFromPEM(certificates)
	}
	transport := &http.Transport{
		MaxIdleConnsPerHost: atOnce,
		MaxConnsPerHost:     atOnce,
		DisableCompression:  true,
		TLSClientConfig:     &tls.Config{RootCAs: roots},
	}
	// HTTP/1.1 alone.
	transport.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
	client := &http.Client{Transport: transport}
	var next, bytes atomic.Int64
	began, cpu := time.Now(), cpuMs()
	var lanes sync.WaitGroup
	for i := 0; i < atOnce; i++ {
		lanes.Add(1)
		go func() {
			defer lanes.Done()
			for {
				number := int(next.Add(1)) - 1
				if number >= requests {
					return
				}
				response, err := client.Get(origin + paths[number%len(paths)])
				if err != nil {
					panic(err)
				}
				size, err := io.Copy(io.Discard, response.Body)
				if err != nil {
					panic(err)
				}
				response.Body.Close()
				bytes.Add(size)
			}
		}()
	}
	lanes.Wait()
	json.NewEncoder(os.Stdout).Encode(map[string]float64{
		"bytes": float64(bytes.Load()), "cpuMs": cpuMs() - cpu, "wallMs": float64(time.Since(began).Microseconds()) / 1000,
	})
}
