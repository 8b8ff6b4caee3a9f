internal import DoorwardSystem
internal import Foundation

extension PostgreSQLServer {
  /// Makes a certificate authority and a certificate, and turns TLS on.
  ///
  /// - Parameter names: the names of the server, such as `IP:127.0.0.1` or `DNS:db.example`.
  /// - Returns: the file of the authority.
  /// - Throws: an error with the output of the program that failed.
  package func makeCertificate(names: String) throws -> String {
    let key = "\(path)/server.key"
    let certificate = "\(path)/server.crt"
    let (rootKey, root) = ("\(path)/root.key", "\(path)/root.crt")
    let request = "\(path)/server.csr"
    let make = ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    try openssl(make + ["-x509", "-days", "2", "-subj", "/CN=Test Root", "-keyout", rootKey, "-out", root])
    try openssl(make + ["-subj", "/CN=test", "-keyout", key, "-out", request])
    let extensions = "\(path)/server.ext"
    try Data("subjectAltName=\(names)\n".utf8).write(to: URL(filePath: extensions))
    try openssl([
      "x509", "-req", "-in", request, "-CA", root, "-CAkey", rootKey, "-CAcreateserial", "-days", "2",
      "-extfile", extensions, "-out", certificate,
    ])
    try append("ssl = on\nssl_cert_file = '\(certificate)'\nssl_key_file = '\(key)'\n", to: "postgresql.conf")
    try reload()
    return root
  }

  private func openssl(_ arguments: [String]) throws {
    try PostgreSQLPrograms.run(
      PostgreSQLPrograms.unprivileged("openssl", arguments), log: "\(path)/openssl.log")
  }
}
