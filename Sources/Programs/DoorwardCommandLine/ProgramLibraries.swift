import DoorwardServer

#if os(Linux)
  import CDoorwardMimalloc
#endif

/// The C libraries of this program.
package enum ProgramLibraries {
  /// The names and versions of the server's libraries, and of the allocator if it is not the system's.
  package static var versions: [(name: String, version: String)] {
    #if os(Linux)
      LibraryVersions.all + [("mimalloc", mimallocVersion)]
    #else
      LibraryVersions.all
    #endif
  }

  /// The names and versions on one line.
  package static var line: String { LibraryVersions.line(versions) }

  #if os(Linux)
    /// The program is linked with mimalloc, so it replaces the allocator of the C library in the whole process. A sign-in
    /// allocates several hundred blocks on three threads, and mimalloc needs less time for them.
    private static var mimallocVersion: String {
      // The library reports version 2.0.9 as 209.
      let number = mi_version()
      return "\(number / 100).\(number / 10 % 10).\(number % 10)"
    }
  #endif
}
