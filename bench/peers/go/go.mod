module http-peer

go 1.22
