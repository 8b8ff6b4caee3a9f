import DoorwardCurl
import DoorwardOpenSSL
import DoorwardPostgreSQL
import DoorwardSQLite
import DoorwardSessions
import DoorwardSodium

/// The versions that the program's libraries report.
package enum LibraryVersions {
  package static var all: [(name: String, version: String)] {
    [
      ("libcurl", OutgoingHTTPClient.libraryVersion), ("SQLite", SQLiteConnection.libraryVersion),
      ("libpq", PostgreSQLConnection.libraryVersion),
      ("OpenSSL", OpenSSLContext.libraryVersion), ("libsodium", SodiumVersion.current),
    ]
  }
}
