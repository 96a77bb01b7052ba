/* SPDX-License-Identifier: MIT */
/*
 * The yardstick of `make bench`: two pinned threads, one that sends and one that receives, and nothing
 * else. usage: raw unix|tcp SIZE COUNT SAMPLES CPU [CONGESTION]. Prints the median MB/s of the samples,
 * each COUNT messages of SIZE bytes, timed from the first send to the last byte received.
 *
 * A program of its own on purpose: it shares no line with what it is held against.
 */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>

static int fds[2];
static size_t size;
static uint64_t count;
static int n_samples;
static int n_warmup = 5;
static int cpu;
static uint64_t first_ns;
static double *rates;
static pthread_barrier_t barrier;

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void check(int ok, const char *what)
{
	if (!ok) {
		perror(what);
		exit(1);
	}
}

static char *prepare(void)
{
	cpu_set_t set;
	char *buf = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	check(buf != MAP_FAILED, "mmap");
	memset(buf, 0x5a, size);
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	check(sched_setaffinity(0, sizeof(set), &set) == 0, "sched_setaffinity");
	return buf;
}

static void *send_all(void *unused)
{
	char *buf = prepare();

	for (int i = 0; i < n_warmup + n_samples; i++) {
		pthread_barrier_wait(&barrier);
		first_ns = now_ns();
		for (uint64_t k = 0; k < count; k++) {
			for (size_t done = 0; done < size;) {
				ssize_t n = send(fds[0], buf + done, size - done, 0);

				check(n > 0, "send");
				done += (size_t)n;
			}
		}
		pthread_barrier_wait(&barrier);
	}
	return unused;
}

static void *recv_all(void *unused)
{
	char *buf = prepare();

	for (int i = 0; i < n_warmup + n_samples; i++) {
		uint64_t last_ns;

		pthread_barrier_wait(&barrier);
		for (uint64_t k = 0; k < count; k++) {
			for (size_t done = 0; done < size;) {
				ssize_t n = recv(fds[1], buf + done, size - done, 0);

				check(n > 0, "recv");
				done += (size_t)n;
			}
		}
		last_ns = now_ns();
		pthread_barrier_wait(&barrier);
		if (i >= n_warmup)
			rates[i - n_warmup] =
				(double)(size * count) * 1e3 / (double)(last_ns - first_ns);
	}
	return unused;
}

static void open_tcp(const char *congestion)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t n = sizeof(a);
	int listening = socket(AF_INET, SOCK_STREAM, 0);

	check(bind(listening, (struct sockaddr *)&a, n) == 0, "bind");
	check(listen(listening, 1) == 0, "listen");
	check(getsockname(listening, (struct sockaddr *)&a, &n) == 0, "getsockname");
	fds[0] = socket(AF_INET, SOCK_STREAM, 0);
	if (congestion)
		check(setsockopt(fds[0], IPPROTO_TCP, TCP_CONGESTION, congestion,
			      strlen(congestion)) == 0,
			congestion);
	check(connect(fds[0], (struct sockaddr *)&a, n) == 0, "connect");
	fds[1] = accept(listening, NULL, NULL);
	check(fds[1] >= 0, "accept");
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	pthread_t threads[2];

	if (argc < 6)
		return 2;
	size = strtoull(argv[2], NULL, 10);
	count = strtoull(argv[3], NULL, 10);
	n_samples = (int)strtol(argv[4], NULL, 10);
	cpu = (int)strtol(argv[5], NULL, 10);
	if (size == 0 || count == 0 || n_samples < 1)
		return 2;
	rates = calloc((size_t)n_samples, sizeof(*rates));
	check(rates != NULL, "calloc");
	if (strcmp(argv[1], "tcp") == 0)
		open_tcp(argc > 6 ? argv[6] : NULL);
	else
		check(socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0, "socketpair");
	pthread_barrier_init(&barrier, NULL, 2);
	check(pthread_create(&threads[0], NULL, send_all, NULL) == 0, "pthread_create");
	check(pthread_create(&threads[1], NULL, recv_all, NULL) == 0, "pthread_create");
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	qsort(rates, (size_t)n_samples, sizeof(*rates), by_value);
	printf("%.1f\n", n_samples % 2 ? rates[n_samples / 2]
				       : (rates[n_samples / 2 - 1] + rates[n_samples / 2]) / 2);
	return 0;
}
