// SQLite asks the system to write all data to the disk, which takes a hundred times as long as the
// rest of an input. Fuzzing does not simulate power failures, so these calls do nothing here. They
// must be visible, so that the library finds them before those of the C library.
extern "C" {

[[gnu::visibility("default")]] int fsync(int);
[[gnu::visibility("default")]] int fdatasync(int);

int fsync(int) { return 0; }
int fdatasync(int) { return 0; }

}  // extern "C"
